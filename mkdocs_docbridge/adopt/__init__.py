"""Taking a repository on: what ``docbridge init`` adds to it, and a tiny project to see the whole loop on."""
