# An image with Reweave installed, for CI jobs and for trying it out.
#
#   docker build -t reweave .
#   docker run --rm -v "$PWD:/src" -w /src reweave reweave check --base origin/main
#
# Reweave turns address randomisation off and tracks memory with userfaultfd. If a container forbids this, runs are slower;
# `reweave doctor` says so. `--security-opt seccomp=unconfined` allows both.
FROM debian:12 AS build
COPY . /reweave
WORKDIR /reweave
RUN ./dev package

FROM debian:12
COPY --from=build /reweave/build/package/reweave_*.deb /tmp/
# The tools that `check` builds projects with, and gdb for `replay --gdb`.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends /tmp/reweave_*.deb ca-certificates cmake gdb git make ninja-build \
    && rm -rf /var/lib/apt/lists/* /tmp/reweave_*.deb \
    && git config --system --add safe.directory '*'
CMD ["reweave", "doctor"]
