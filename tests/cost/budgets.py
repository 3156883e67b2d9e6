"""What each row may cost, by build: budgets.txt, read, compared and written. Used by run."""

import platform
import re

# Of its budget, in either direction.
PLAY = 0.03
TITLE = """\
# Instructions of one request, by build and row; what they are counted of is beside the build's name.
# Written by tests/cost/run --renew.
"""


def origin(program):
    """What besides our own code decides how many instructions a program takes."""
    text = program.read_bytes()
    rustc = re.search(rb"rustc version (\d+\.\d+\.\d+[-.\w]*)", text)
    wide = " with AVX2" if re.search(r"\bavx2\b", open("/proc/cpuinfo").read()) else ""
    library = "glibc" if b"/ld-linux-" in text[:4096] else "its own C library"
    return f"rustc {rustc[1].decode() if rustc else 'unknown'}, {platform.machine()}{wide}, {library}"


class Budgets:
    def __init__(self, file):
        self.file, self.builds = file, {}
        for line in file.read_text().splitlines() if file.exists() else []:
            if heading := re.fullmatch(r"\[(.+)\] (.+)", line):
                rows = {}
                self.builds[heading[1]] = (heading[2], rows)
            elif line and not line.startswith("#"):
                name, count = line.split()
                rows[name] = int(count.replace(",", ""))

    def of(self, build):
        """Where its budgets were counted, and the budgets."""
        return self.builds.get(build, (None, {}))

    def renew(self, build, origin, counted):
        """Only what left its play is written anew, or small steps in one direction would never be seen as one."""
        known, rows = self.of(build)
        for name, count in counted.items():
            if known != origin or name not in rows or abs(moved(rows[name], count)) > PLAY:
                rows[name] = count
        self.builds[build] = (origin, {name: rows[name] for name in counted})
        sections = [f"\n[{name}] {origin}\n" + "".join(f"{row:<12}{count:>16,}\n" for row, count in rows.items())
                    for name, (origin, rows) in sorted(self.builds.items())]
        self.file.write_text(TITLE + "".join(sections))


def moved(budget, count):
    return count / budget - 1
