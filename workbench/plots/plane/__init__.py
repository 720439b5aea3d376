"""The plane of stability and plasticity: strategies as points, what is best of them, their names."""
