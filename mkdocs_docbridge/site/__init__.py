"""The pages, assets and faults of one build, as plain records."""
