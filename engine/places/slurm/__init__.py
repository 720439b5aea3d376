"""A Slurm cluster as a place: what a job asks for (``place``), the cluster's side (``host``), the job (``job``)."""
