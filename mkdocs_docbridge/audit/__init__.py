"""The audit: findings over documents, and the doctor's measured score."""
