"""What a stage's main does: paths, records in and out, rejections."""
