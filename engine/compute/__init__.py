"""Devices, precision, micro-batches and the group of processes with which training computes."""
