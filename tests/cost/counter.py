"""A garson under valgrind, whose instructions are counted thread by thread. Used by run."""

import os
import pathlib
import re
import subprocess
import time

from house import PATIENCE_SECONDS

# These threads work by the clock, for no request in particular.
BY_THE_CLOCK = {"main", "sync"}
# Of one worker no request is stolen by another.
ENVIRONMENT = {"PATH": os.environ["PATH"], "TOKIO_WORKER_THREADS": "1", "LC_ALL": "C", "TZ": "UTC"}
# Threads take turns in the order in which they came. Most code runs a few times only: to translate it takes longer than to
# run it, so it is not optimised, and the start is not counted at all.
VALGRIND = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--fair-sched=try", "--vex-iropt-level=0"]


class Counter:
    def __init__(self, program, data, scratch):
        self.prefix, log, self.names = scratch / "vgdb", scratch / "counted.log", {}
        valgrind = [*VALGRIND, f"--vgdb-prefix={self.prefix}", f"--callgrind-out-file={scratch}/callgrind.%p",
                    f"--log-file={scratch}/valgrind.log"]
        serve = [program, "serve", "--data", data, "--listen", "127.0.0.1:0", "--rate-limit", "0", "--log-level", "error"]
        with open(log, "w") as file:
            self.child = subprocess.Popen(valgrind + serve, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=file, text=True)
        listening = next((line for line in self.child.stdout if line.startswith("listening on ")), None)
        assert listening, f"garson did not start under valgrind:\n{log.read_text()}"
        self.address = listening.removeprefix("listening on http://").strip()
        self.tasks = pathlib.Path(f"/proc/{self.child.pid}/task")

    def __enter__(self):
        self.ask("instrumentation", "on")
        return self

    def __exit__(self, *_):
        self.child.kill()
        self.child.wait()

    def ask(self, *command):
        """What the monitor inside valgrind answers."""
        vgdb = ["vgdb", f"--vgdb-prefix={self.prefix}", f"--pid={self.child.pid}", *command]
        return subprocess.run(vgdb, capture_output=True, text=True, check=True, timeout=PATIENCE_SECONDS).stdout

    def count(self):
        """Instructions of each thread so far; for when all are at rest."""
        counts = re.findall(r"^events-(\d+): (\d+)$", self.ask("status", "internal"), re.MULTILINE)
        assert counts, "valgrind does not say what it has counted"
        return {int(thread): int(count) for thread, count in counts}

    def spent(self, before, after):
        """Instructions between two counts, of the threads that work for requests."""
        return sum(count - before.get(thread, 0) for thread, count in after.items()
                   if self.name(thread) not in BY_THE_CLOCK)

    def name(self, thread):
        if thread not in self.names:
            for number, task in re.findall(r"^Thread (\d+): .*lwpid (\d+)", self.ask("v.info", "scheduler"), re.MULTILINE):
                is_main, comm = int(task) == self.child.pid, self.tasks / task / "comm"
                if is_main or comm.exists():
                    self.names[int(number)] = "main" if is_main else comm.read_text().strip()
        return self.names.get(thread)

    def rest(self):
        """Waits until nothing is under way.

        All threads sleep, and when they are looked at again none has run in between: what is still to come waits for a
        client or a clock."""
        ends, before = time.monotonic() + PATIENCE_SECONDS, None
        while (now := self.look()) is None or now != before:
            assert time.monotonic() < ends, "garson does not come to rest"
            before = now
            time.sleep(0.001)

    def look(self):
        """How often each thread was taken off a processor so far; None where one does not sleep."""
        seen = {}
        for task in self.tasks.iterdir():
            try:
                status = (task / "status").read_text()
            except (FileNotFoundError, ProcessLookupError):
                return None
            if "\nState:\tS" not in status:
                return None
            seen[task.name] = re.findall(r"ctxt_switches:\t(\d+)", status)
        return seen
