package dev.backplane.opae.card;

/** The kit on an accelerator in Java. */
final class PortConformanceTest extends PortConformance {
  PortConformanceTest() {
    super("\"afu\": \"%s\"".formatted(KeepingAfu.class.getName()), KeepingAfu.RING);
  }
}
