#!/bin/sh
# XRT's emulation shim starts this where it has unpacked the image: it becomes the device process, a software card with
# that image. BACKPLANE_HOME names the folder of Backplane; without it, 'backplane' is looked for on PATH.
image=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
# Where 'backplane exec' looks for what the device process says; without it, the terminal of the host shows it.
log=${BACKPLANE_RECORDS:+$BACKPLANE_RECORDS/backplane.log}
if [ -n "${BACKPLANE_HOME:-}" ] && [ -x "$BACKPLANE_HOME/backplane" ]; then
  command=$BACKPLANE_HOME/backplane
elif command -v backplane >/dev/null 2>&1; then
  command=backplane
else
  echo "backplane: this image runs on Backplane's software card, and 'backplane' was found neither in" \
    "BACKPLANE_HOME='${BACKPLANE_HOME:-}' nor on PATH='$PATH'. Set one of them, or start the host with 'backplane exec'." \
    "The host now waits for a device process for 300 s; end it with Ctrl-C." | tee -a "${log:-/dev/null}" >&2
  exit 127
fi
if [ -n "$log" ]; then exec 2>>"$log"; fi
exec "$command" serve --launched "$image"
