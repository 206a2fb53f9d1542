"""Looking at a release in a web browser, and what people who look at it answer and judge."""
