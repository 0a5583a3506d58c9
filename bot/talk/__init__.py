"""The messages that people read, one file each: their sentences and controls.

A `Message` is a sentence in any language; `words` turn it into text, in the language of one reader and with the names
of one table. Functions whose names end in `_line`, `_notice` or `_text` return a `Message`. Those that build buttons,
rows or a whole `Letter` also need the `words`. Nothing here knows the caller.
"""
