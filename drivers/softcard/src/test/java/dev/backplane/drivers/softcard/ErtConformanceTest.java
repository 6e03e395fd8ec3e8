package dev.backplane.drivers.softcard;

/** The same where runs go through the command queue of an embedded scheduler. */
final class ErtConformanceTest extends JavaKernelConformanceTest {
  @Override
  String config() {
    return TestCard.configInMode("ert");
  }
}
