# gdb's side of `reweave replay --gdb`: the program's threads are fibers on one kernel thread, so gdb's own list of threads
# does not know them. Adds the command `reweave`, stops where the run ends, and has every `run` follow the schedule.
import os

import gdb

REQUEST_FD, ANSWER_FD = 898, 897  # src/explore/debug_session.cc
SAVED = ["r15", "r14", "r13", "r12", "rbx", "rbp"]  # in the order that __reweave_switch pushed them, after 8 bytes


WORLD = "((reweave::rt::World*)reweave::rt::kWorldAddress)"


class InCPlusPlus:
    """Our names are C++; gdb reads expressions in the language of the frame, which may be C."""

    def __enter__(self):
        self.was = gdb.parameter("language")
        gdb.execute("set language c++", to_string=True)

    def __exit__(self, *_):
        gdb.execute("set language " + self.was, to_string=True)


def world():
    with InCPlusPlus():
        return gdb.parse_and_eval(WORLD)


def fibers():
    w = world()
    for i in range(int(w["threads"])):
        yield w["fibers"][i]


def is_live(fiber):
    return int(fiber["state"]) == 1


def path(fiber):
    """0 is main, 0.2 the second thread that it made."""
    parts = []
    while int(fiber["tid"]) != 0:
        parts.append(str(int(fiber["nth"])))
        fiber = world()["fibers"][int(fiber["parent"])]
    return ".".join(["0"] + parts[::-1])


def runtime_directory(kept=[]):
    """Of the runtime's sources: pthread_join or __assert_fail of the runtime have the names of the system's."""
    if not kept:
        with InCPlusPlus():
            kept.append(os.path.dirname(gdb.decode_line("reweave::rt::EndRun")[1][0].symtab.fullname()))
    return kept[0]


def is_user_frame(frame):
    name, symtab = frame.name() or "", frame.find_sal().symtab
    if name.startswith("reweave::rt::") or name.startswith("__reweave_") or name.startswith("__interceptor"):
        return False
    return symtab is None or os.path.dirname(symtab.fullname()) != runtime_directory()


def user_frame():
    """The innermost frame with source that is not the runtime's or the system's."""
    frame = gdb.newest_frame()
    while frame is not None:
        if is_user_frame(frame) and frame.find_sal().symtab is not None:
            filename = frame.find_sal().symtab.filename
            if not filename.startswith("/usr/"):
                return frame
        frame = frame.older()
    return None


def select_user_frame():
    frame = user_frame()
    if frame is not None:
        frame.select()


def source_line():
    """The line of the selected frame, as gdb prints it at a stop: its number and its text."""
    lines = gdb.execute("frame", to_string=True).rstrip().split("\n")
    if len(lines) > 1:
        print(lines[-1])


def place(frame):
    if frame is None:
        return "in code without line numbers"
    sal = frame.find_sal()
    return "%s at %s:%d" % (frame.name(), os.path.basename(sal.symtab.filename), sal.line)


class AsFiber:
    """Registers as the fiber left them; gdb's again at the end."""

    def __init__(self, fiber):
        self.fiber = fiber

    def __enter__(self):
        self.kept = None
        if int(self.fiber["tid"]) == int(world()["cur"]):
            return
        gdb.newest_frame().select()
        names = SAVED + ["rsp", "rip", "fs_base"]
        self.kept = {n: int(gdb.parse_and_eval("(unsigned long)$" + n)) for n in names}
        sp = int(self.fiber["sp"])
        memory = gdb.selected_inferior().read_memory(sp, 8 * (len(SAVED) + 2))
        words = [int.from_bytes(bytes(memory[i * 8:i * 8 + 8]), "little") for i in range(len(SAVED) + 2)]
        self.put(dict(zip(SAVED, words[1:]), rip=words[1 + len(SAVED)], rsp=sp + 8 * (len(SAVED) + 2), fs_base=int(self.fiber["fs"])))

    def __exit__(self, *_):
        if self.kept:
            gdb.newest_frame().select()  # registers of other frames cannot be set
            self.put(self.kept)

    @staticmethod
    def put(values):
        for name, value in values.items():
            gdb.execute("set $%s = %#x" % (name, value), to_string=True)


class Chosen:
    """The thread that `reweave thread` chose. Its registers are gdb's until the program goes on."""

    def __init__(self):
        self.fiber = None

    def enter(self, fiber):
        self.leave()
        self.fiber = AsFiber(fiber)
        self.fiber.__enter__()

    def leave(self):
        if self.fiber is not None and running():
            self.fiber.__exit__()
        self.fiber = None


chosen = Chosen()


def number(words, usage, default=None):
    if not words and default is not None:
        return default
    if len(words) != 1 or not words[0].isdigit() or int(words[0]) == 0:
        raise gdb.GdbError("%s: N is a number from 1 on" % usage)
    return int(words[0])


def running():
    try:
        return gdb.selected_inferior().pid != 0 and int(world()["threads"]) > 0
    except gdb.error:
        return False


def go_on(stop, how="continue"):
    """Continues; true if it stopped there and not at one of the user's breakpoints or at the end."""
    chosen.leave()
    said = gdb.execute(how, to_string=True)
    there = not stop.is_valid()  # temporary: gone once hit
    if not there:
        stop.delete()
        print(said.replace("Continuing.\n", "").strip())  # the end, or a breakpoint of the user's
    return there and running()


class Frames:
    """Backtraces leave the runtime's frames out (bt -no-filters shows them)."""

    def __init__(self):
        self.name, self.priority, self.enabled = "reweave", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        return (f for f in frames if is_user_frame(f.inferior_frame()))


class Reweave(gdb.Command):
    """What reweave knows about the replayed run.

reweave threads       the program's threads and where each is
reweave bt [PATH]     stack of a thread (0.1), of all without a path
reweave thread PATH   look at a thread: frames, locals and arguments are its own until the program goes on
reweave where         current scheduling point and thread
reweave switch [N]    run to the next (or Nth next) switch of threads
reweave step N        run to scheduling point N of the run
reweave back [N]      go back one scheduling point (or N)
reweave goto N        go to scheduling point N, forwards or backwards

Going back replays the run from its beginning up to that point. Breakpoints do not stop it on the way."""

    ACTIONS = ("threads", "bt", "thread", "where", "switch", "step", "back", "goto")

    def __init__(self):
        super().__init__("reweave", gdb.COMMAND_USER)

    def complete(self, text, word):
        return [w for w in self.ACTIONS if w.startswith(text)]

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        if not words or words[0] not in self.ACTIONS:
            raise gdb.GdbError(self.__doc__)
        if not running():
            raise gdb.GdbError("the program has not created a thread yet: use run, or continue")
        getattr(self, words[0])(words[1:])

    def threads(self, _):
        chosen.leave()
        current = int(world()["cur"])
        for fiber in list(fibers()):
            tid = int(fiber["tid"])
            if not is_live(fiber):
                print("  %-8s ended" % path(fiber))
                continue
            with AsFiber(fiber):
                text = place(user_frame()) if int(fiber["ordinal"]) > 0 or tid == current else "has not begun"
            print("%s %-8s %s" % ("*" if tid == current else " ", path(fiber), text))

    def live(self, words):
        out = [f for f in fibers() if is_live(f) and (not words or path(f) == words[0])]
        if not out:
            raise gdb.GdbError("no live thread %s; see reweave threads" % " ".join(words))
        return out

    def bt(self, words):
        chosen.leave()
        for fiber in self.live(words):
            print("thread %s" % path(fiber))
            with AsFiber(fiber):
                gdb.execute("backtrace")

    def thread(self, words):
        if len(words) != 1:
            raise gdb.GdbError("reweave thread PATH: see reweave threads for the paths")
        fiber = self.live(words)[0]
        chosen.enter(fiber)
        select_user_frame()
        print("thread %s, %s" % (path(fiber), place(user_frame())))

    def switch(self, words):
        with InCPlusPlus():
            stop = gdb.Breakpoint("reweave::rt::SwitchTo", internal=True, temporary=True)
        stop.silent = True
        stop.ignore_count = number(words, "reweave switch N", 1) - 1
        if go_on(stop):
            # SwitchTo(to): the thread that goes on is its argument.
            to = gdb.parse_and_eval("to").dereference()
            print("switch from %s to %s" % (path(world()["fibers"][int(world()["cur"])]), path(to)))
            self.where([])

    def step(self, words):
        wanted = number(words, "reweave step N")
        if wanted <= self.point():
            raise gdb.GdbError("the run is at point %d already: reweave goto %d goes back" % (self.point(), wanted))
        self.run_to(wanted, "continue")

    def back(self, words):
        wanted = self.point() - number(words, "reweave back N", 1)
        if wanted < 1:
            raise gdb.GdbError("the run is at point %d: there are no %s points before it" % (self.point(), words[0] if words else "other"))
        self.goto([str(wanted)])

    def goto(self, words):
        wanted = number(words, "reweave goto N")
        if wanted > self.point():
            return self.run_to(wanted, "continue")
        off = [b for b in gdb.breakpoints() or () if b.enabled and b.number > 0]
        for breakpoint in off:
            breakpoint.enabled = False
        try:
            self.run_to(wanted, "run")
        finally:
            for breakpoint in off:
                breakpoint.enabled = True

    def run_to(self, wanted, how):
        with InCPlusPlus():
            stop = gdb.Breakpoint("reweave::rt::Point", internal=True, temporary=True)
            stop.condition = "{0}->started && {0}->steps + 1 >= {1}".format(WORLD, wanted)
        stop.silent = True
        if go_on(stop, how):
            self.where([])
        elif not running() or gdb.newest_frame().name() == "reweave::rt::EndRun":
            print("the run ends before point %d" % wanted)

    @staticmethod
    def point():
        """At the beginning of Point it is about to be counted."""
        chosen.leave()
        at_point = gdb.newest_frame().name() == "reweave::rt::Point"
        return int(world()["steps"]) + (1 if at_point else 0)

    def where(self, _):
        point = self.point()
        select_user_frame()
        print("point %d, thread %s, %s" % (point, path(world()["fibers"][int(world()["cur"])]), place(user_frame())))
        source_line()


class AtEnd(gdb.Breakpoint):
    def __init__(self):
        super().__init__("reweave::rt::EndRun", internal=True)
        self.silent = True  # the place in the runtime says nothing to anybody: show_end prints the program's

    def stop(self):
        try:
            kind = gdb.parse_and_eval("kind")
            name = str(kind).split("::k")[-1].lower()
            if name == "pass":
                return False
            message = gdb.parse_and_eval("message")
            print("\nreweave: the run ends here: %s%s" % (name, ": " + message.string() if int(message) else ""))
        except gdb.error as error:
            print("\nreweave: the run ends here (%s)" % error)
        return True


def show_end(event):
    if isinstance(event, gdb.BreakpointEvent) and any(isinstance(b, AtEnd) for b in event.breakpoints):
        select_user_frame()
        if user_frame() is not None:
            gdb.execute("frame")
        print("reweave: `reweave threads` and `reweave bt` show all threads")


class Run(gdb.Command):
    """Starts the program again, with the schedule in force from its beginning."""

    def __init__(self):
        super().__init__("reweave-renew", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        os.write(REQUEST_FD, b"r")
        if os.read(ANSWER_FD, 1) != b"k":
            raise gdb.GdbError("reweave has gone: the schedule is no longer in force")


class Leave(gdb.Command):
    """Gives the registers back that `reweave thread` took: before every command that lets the program go on."""

    def __init__(self):
        super().__init__("reweave-leave", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        chosen.leave()


Reweave()
Run()
Leave()
Frames()
for setting in ("pagination off", "confirm off", "print thread-events off", "disable-randomization on", "startup-with-shell on",
                "breakpoint pending on"):
    gdb.execute("set " + setting, to_string=True)
gdb.execute("handle SIGSYS SIGXCPU nostop noprint pass", to_string=True)
for name in ("LINES", "COLUMNS", "REWEAVE_GDB_ARGUMENTS"):
    gdb.execute("unset environment " + name, to_string=True)
gdb.execute("set args " + os.environ["REWEAVE_GDB_ARGUMENTS"], to_string=True)
gdb.execute("define hook-run\nreweave-renew\nend\ndefine hook-start\nreweave-renew\nend", to_string=True)
for name in ("continue", "step", "next", "stepi", "nexti", "finish", "until", "advance", "jump"):
    gdb.execute("define hook-%s\nreweave-leave\nend" % name, to_string=True)
AtEnd()
gdb.events.stop.connect(show_end)
print("reweave: run follows the schedule; help reweave")
