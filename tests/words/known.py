"""What is said and how it is translated: read once, as no test changes it."""

from functools import cache

from tools import words

sentences = cache(words.sentences)
catalogue = cache(words.catalogue)
