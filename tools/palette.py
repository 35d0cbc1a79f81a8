"""Reduces a screenshot to 256 colours: a third of the size, and hardly a visible difference.

The browser decodes the picture and chooses the palette; Python writes the PNG file.
"""

import base64
import struct
import zlib

from msgspec import Struct, convert
from playwright.async_api import Page

COLOURS = 256
NO_FILTER = b"\0"  # before each row: palette indexes compress best unfiltered
INDEXED = 3  # the PNG colour type
# Colours are grouped by the upper five bits of each channel; the most frequent of each group is a
# candidate. The palette takes candidates by frequency, first distinct ones, then any. Every pixel
# gets the nearest colour of the palette.
REDUCE = """async ([png, size]) => {
  const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  const brush = new OffscreenCanvas(width, height).getContext("2d");
  brush.drawImage(bitmap, 0, 0);
  const { data } = brush.getImageData(0, 0, width, height);
  const groupAt = at => (data[at] >> 3 << 10) | (data[at + 1] >> 3 << 5) | (data[at + 2] >> 3);
  const groups = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const key = groupAt(at);
    let group = groups.get(key);
    if (!group) groups.set(key, group = { colours: new Map(), count: 0 });
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    group.count++;
    group.colours.set(colour, (group.colours.get(colour) ?? 0) + 1);
  }
  const rgb = colour => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const distance = (a, b) => a.reduce((sum, channel, i) => sum + (channel - b[i]) ** 2, 0);
  const mostFrequent = ({ colours }) => [...colours].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  const ranked = [...groups.values()].sort((a, b) => b.count - a.count);
  const candidates = ranked.map(mostFrequent).map(rgb);
  const palette = [];
  for (const minimum of [900, 1]) {
    for (const colour of candidates) {
      if (palette.length === size) break;
      if (palette.every(known => distance(known, colour) >= minimum)) palette.push(colour);
    }
  }
  const nearest = new Map();
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    let index = nearest.get(colour);
    if (index === undefined) {
      const distances = palette.map(known => distance(known, rgb(colour)));
      nearest.set(colour, index = distances.indexOf(Math.min(...distances)));
    }
    pixels[at >> 2] = index;
  }
  let bytes = "";
  for (let at = 0; at < pixels.length; at += 8192)
    bytes += String.fromCharCode(...pixels.subarray(at, at + 8192));
  return { width, height, palette, pixels: btoa(bytes) };
}"""


class Reduced(Struct):
    width: int
    height: int
    palette: list[tuple[int, int, int]]
    pixels: str  # a byte each, in base64


async def reduced(page: Page, png: bytes) -> bytes:
    """The picture with 256 colours; `page` may be any page whose security policy allows it."""
    picture = base64.b64encode(png).decode()
    return _encoded(convert(await page.evaluate(REDUCE, [picture, COLOURS]), Reduced))


def _encoded(picture: Reduced) -> bytes:
    width, pixels = picture.width, base64.b64decode(picture.pixels)
    rows = (pixels[at : at + width] for at in range(0, len(pixels), width))
    head = struct.pack(">IIBBBBB", width, picture.height, 8, INDEXED, 0, 0, 0)
    data = zlib.compress(b"".join(NO_FILTER + row for row in rows), 9)
    palette = b"".join(bytes(colour) for colour in picture.palette)
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
