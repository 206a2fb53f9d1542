"""What any release is measured by: proof, leakage, diversity, agreement, seeded faults, calibration, trust."""
