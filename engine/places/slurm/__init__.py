"""A Slurm cluster as a place: what a job requests (``place``), the cluster's side (``host``), the job (``job``)."""
