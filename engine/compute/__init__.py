"""What training computes on and with: devices, precision, micro-batches, the group of processes."""
