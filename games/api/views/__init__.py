"""The addresses of the API, by what they tell of."""
