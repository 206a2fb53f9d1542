"""The subcommands of ``microworlds``: a module for each group, which adds its own to the command line."""
