package dev.backplane.pi.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The functions that a plugin must have: those without which none of its devices computes anything,
 * and those that give back what they make. Where several do, one is enough. Each of the others may
 * be missing, and what needs it then fails with {@code NOT_SUPPORTED}.
 */
final class MinimumSet {
  static final List<List<String>> FUNCTIONS =
      List.of(
          List.of("piPlatformsGet"),
          List.of("piDevicesGet"),
          List.of("piDeviceGetInfo"),
          List.of("piContextCreate"),
          List.of("piContextRelease"),
          List.of("piextQueueCreate", "piQueueCreate"),
          List.of("piQueueRelease"),
          List.of("piMemBufferCreate"),
          List.of("piMemRelease"),
          List.of("piProgramCreateWithBinary", "piProgramCreate", "piclProgramCreateWithSource"),
          List.of("piProgramBuild"),
          List.of("piProgramRelease"),
          List.of("piKernelCreate"),
          List.of("piKernelSetArg"),
          List.of("piextKernelSetArgMemObj"),
          List.of("piKernelGetInfo"),
          List.of("piKernelRelease"),
          List.of("piEnqueueKernelLaunch"),
          List.of("piEnqueueMemBufferRead"),
          List.of("piEnqueueMemBufferWrite"),
          List.of("piEventGetInfo"),
          List.of("piEventRelease"),
          List.of("piEnqueueEventsWait", "piQueueFinish"));

  private MinimumSet() {}

  /** {@return what is missing, in words; alternatives with "or" between them} */
  static List<String> missing(Predicate<String> has) {
    List<String> missing = new ArrayList<>();
    for (List<String> alternatives : FUNCTIONS) {
      if (alternatives.stream().noneMatch(has)) {
        missing.add(String.join(" or ", alternatives));
      }
    }
    return missing;
  }
}
