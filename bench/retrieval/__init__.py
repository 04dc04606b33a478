"""Retrieval quality on suites of real requests: work trees by revision, our ranking beside plain BM25, figures."""
