"""Says which kinds of resource a Windows program carries; ends with 1 unless icon, version and manifest are there."""

import struct
import sys

KINDS = {3: "icon", 14: "icon group", 16: "version", 24: "manifest"}

with open(sys.argv[1], "rb") as file:
    image = file.read()
head = struct.unpack_from("<I", image, 0x3C)[0]
count, optional = struct.unpack_from("<H", image, head + 6)[0], struct.unpack_from("<H", image, head + 20)[0]
section = head + 24 + optional
starts = {
    image[at : at + 8].rstrip(b"\0"): struct.unpack_from("<I", image, at + 20)[0]
    for at in range(section, section + 40 * count, 40)
}
table = starts[b".rsrc"]
named, numbered = struct.unpack_from("<HH", image, table + 12)
found = {struct.unpack_from("<I", image, table + 16 + 8 * (named + i))[0] for i in range(numbered)}
print("seen: it carries", ", ".join(KINDS.get(kind, str(kind)) for kind in sorted(found)))
sys.exit(0 if found >= set(KINDS) else 1)
