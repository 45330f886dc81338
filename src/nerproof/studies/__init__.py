"""What several results or datasets say together: datasets, protocols, gates, agreement, merging."""
