print("{}")
print("{}")
