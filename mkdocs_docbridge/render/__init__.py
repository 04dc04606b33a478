"""Views and templates in, Markdown pages and region bodies out. Knows nothing of where they are put."""
