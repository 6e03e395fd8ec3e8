package dev.backplane.tck;

/**
 * Every suite of the kit for one driver, through Backplane, and those of its adapter raw too;
 * without those about what the driver declared absent.
 *
 * {@snippet :
 * final class MyDriverConformanceTest extends DriverConformance {
 *   @Override
 *   protected DriverUnderTest driver() {
 *     return DriverUnderTest.of(new MyDriver()).config("{}").without(Images.class);
 *   }
 * }
 * }
 */
public abstract class DriverConformance extends Suites {
  /** The conformance of one driver. */
  protected DriverConformance() {}

  /** {@return the driver to test; asked for before the suites are chosen, and once per test} */
  protected abstract DriverUnderTest driver();
}
