"""Labels answers as a careful person with a rubric would: whether one says what another says, in whatever words."""
