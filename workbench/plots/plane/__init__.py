"""The plane of stability and plasticity: strategies as points, the Pareto front, names."""
