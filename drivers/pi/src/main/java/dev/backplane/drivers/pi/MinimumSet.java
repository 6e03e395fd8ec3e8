package dev.backplane.drivers.pi;

import java.util.List;

/**
 * The functions that a plugin must have. With them its devices are found and opened, have memory,
 * and run kernels of binaries; each of the others may be missing, and what needs it then fails with
 * {@code NOT_SUPPORTED}.
 */
final class MinimumSet {
  static final List<String> FUNCTIONS =
      List.of(
          "piPlatformsGet",
          "piPlatformGetInfo",
          "piDevicesGet",
          "piDeviceGetInfo",
          "piContextCreate",
          "piContextRelease",
          "piextQueueCreate",
          "piQueueFinish",
          "piQueueRelease",
          "piMemBufferCreate",
          "piMemRelease",
          "piProgramCreateWithBinary",
          "piProgramBuild",
          "piProgramGetInfo",
          "piProgramGetBuildInfo",
          "piProgramRelease",
          "piKernelCreate",
          "piKernelSetArg",
          "piextKernelSetArgMemObj",
          "piKernelGetInfo",
          "piKernelRelease",
          "piEnqueueKernelLaunch",
          "piEnqueueMemBufferRead",
          "piEnqueueMemBufferWrite",
          "piEventsWait",
          "piEventGetInfo",
          "piEventRelease",
          "piTearDown");

  private MinimumSet() {}
}
