"""A Slurm cluster as a place: the resources of a job (``place``), the cluster's side (``host``), the job (``job``)."""
