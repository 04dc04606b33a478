"""What several tests need: the fault cases, small projects."""
