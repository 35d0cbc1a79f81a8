"""The sentences and their translations, read only once because no test changes them."""

from functools import cache

from tools import words

sentences = cache(words.sentences)
catalogue = cache(words.catalogue)
