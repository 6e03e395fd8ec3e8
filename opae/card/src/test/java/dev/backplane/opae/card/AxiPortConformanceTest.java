package dev.backplane.opae.card;

/** The kit on an accelerator in RTL with AXI ports. */
final class AxiPortConformanceTest extends PortConformance {
  AxiPortConformanceTest() {
    super("\"image\": \"%s\"".formatted(OpaeCard.bell("axi")), OpaeCard.RING);
  }
}
