"""Explores the schedules of a test program (docs/bazel.md)."""

def _quoted(words):
    return " ".join(["'" + word.replace("'", "'\\''") + "'" for word in words])

def _explore(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, is_executable = True, content = """#!/bin/sh
# Schedules and reports are kept with the outputs of the test.
export TMPDIR="${{TEST_TMPDIR:-/tmp}}"
exec reweave explore --out "${{TEST_UNDECLARED_OUTPUTS_DIR:-.reweave}}" {options} -- ./{program} {arguments}
""".format(
        options = _quoted(ctx.attr.explore_args),
        program = ctx.executable.test.short_path,
        arguments = _quoted(ctx.attr.test_args),
    ))
    runfiles = ctx.runfiles(files = [ctx.executable.test]).merge(ctx.attr.test[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = script, runfiles = runfiles)]

# bazel test --config=reweave //...: fails if some schedule of the program fails. Build with the toolchain of toolchain.bzl.
reweave_explore_test = rule(
    implementation = _explore,
    test = True,
    attrs = {
        "test": attr.label(mandatory = True, executable = True, cfg = "target", doc = "a cc_test or cc_binary"),
        "test_args": attr.string_list(doc = "its arguments"),
        "explore_args": attr.string_list(default = ["--time", "30s"], doc = "options of reweave explore"),
    },
)
