"""A C++ toolchain that compiles with Reweave's drivers (docs/bazel.md)."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl", "feature", "flag_group", "flag_set", "tool_path")

_COMPILE = [ACTION_NAMES.c_compile, ACTION_NAMES.cpp_compile, ACTION_NAMES.preprocess_assemble, ACTION_NAMES.assemble]
_LINK = [ACTION_NAMES.cpp_link_executable, ACTION_NAMES.cpp_link_dynamic_library, ACTION_NAMES.cpp_link_nodeps_dynamic_library]

def _flags(name, actions, flags):
    return feature(name = name, enabled = True, flag_sets = [flag_set(actions = actions, flag_groups = [flag_group(flags = flags)])])

def _config(ctx):
    tools = ctx.attr.tools
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        toolchain_identifier = "reweave",
        host_system_name = "local",
        target_system_name = "local",
        target_cpu = "k8",
        target_libc = "glibc",
        compiler = "reweave",
        abi_version = "local",
        abi_libc_version = "local",
        tool_paths = [tool_path(name = name, path = path) for name, path in tools.items()],
        cxx_builtin_include_directories = ctx.attr.include_directories,
        features = [
            # Line numbers come from debug information.
            _flags("reweave_debug", _COMPILE, ["-g"]),
            _flags("reweave_threads", _COMPILE + _LINK, ["-pthread"]),
            _flags("reweave_link", _LINK, ["-lstdc++", "-lm"]),
        ],
    )

reweave_toolchain_config = rule(
    implementation = _config,
    attrs = {"tools": attr.string_dict(mandatory = True), "include_directories": attr.string_list()},
    provides = [CcToolchainConfigInfo],
)

_BUILD = """load("@{rules}//:toolchain.bzl", "reweave_toolchain_config")

package(default_visibility = ["//visibility:public"])
filegroup(name = "none")
reweave_toolchain_config(name = "config", tools = {tools}, include_directories = {includes})
cc_toolchain(
    name = "cc",
    all_files = ":none",
    compiler_files = ":none",
    dwp_files = ":none",
    linker_files = ":none",
    objcopy_files = ":none",
    strip_files = ":none",
    supports_param_files = 1,
    toolchain_config = ":config",
    toolchain_identifier = "reweave",
)
cc_toolchain_suite(name = "suite", toolchains = {{"k8": ":cc", "k8|reweave": ":cc"}})
toolchain(
    name = "toolchain",
    toolchain = ":cc",
    toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
)
"""

def _found(repository_ctx, name):
    path = repository_ctx.which(name)
    if not path:
        fail("{} is not in PATH. Install Reweave, or add its bin directory to PATH.".format(name))
    return str(path)

# Where clang looks for headers, as it lists them itself.
def _include_directories(repository_ctx, driver):
    out = repository_ctx.execute([driver, "-E", "-xc++", "-", "-v"]).stderr
    lines = out.split("\n")
    begin = [i for i, line in enumerate(lines) if line.startswith("#include <...>")]
    if not begin:
        fail("{} does not say where its headers are: {}".format(driver, out))
    directories = []
    for line in lines[begin[0] + 1:]:
        if not line.startswith(" "):
            break
        path = repository_ctx.path(line.strip())  # without the .. that clang prints
        directories += [str(path), str(path.realpath)]
    return directories

def _toolchain(repository_ctx):
    driver = _found(repository_ctx, "reweave-c++")
    tools = {"gcc": driver, "cpp": driver}
    for name in ["ar", "ld", "nm", "objcopy", "objdump", "strip", "gcov", "dwp"]:
        path = repository_ctx.which(name)
        tools[name] = str(path) if path else "/bin/false"
    repository_ctx.file("WORKSPACE", "")
    repository_ctx.file("BUILD", _BUILD.format(
        rules = repository_ctx.attr.rules,
        tools = repr(tools),
        includes = repr(_include_directories(repository_ctx, driver)),
    ))

reweave_toolchain = repository_rule(
    implementation = _toolchain,
    attrs = {"rules": attr.string(default = "reweave_rules")},
    environ = ["PATH"],
    local = True,
)
