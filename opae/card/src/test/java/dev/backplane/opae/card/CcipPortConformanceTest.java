package dev.backplane.opae.card;

/** The kit on an accelerator in RTL behind CCI-P. */
final class CcipPortConformanceTest extends PortConformance {
  CcipPortConformanceTest() {
    super("\"image\": \"%s\"".formatted(OpaeCard.bell("ccip")), OpaeCard.RING);
  }
}
