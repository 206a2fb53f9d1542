"""Playing episodes, scoring answers, reporting and tracking: knows neither suites nor how a system works inside."""
