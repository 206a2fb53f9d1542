"""Settings: conf/ composed into params.yaml, its sections checked and read, and whether dvc.lock is current."""
