/**
 * What every driver must do, as tests.
 *
 * <p>A driver extends {@link dev.backplane.tck.DriverConformance} with one class that describes it
 * as a {@link dev.backplane.tck.DriverUnderTest}, and gets every test: one abstract class per
 * concept, against the driver's own adapter, without a plugin manager in between. What the driver
 * cannot do it declares; a declared gap is reported as a skipped test that says so, an undeclared
 * one is a failure, and so is a declared one that is none.
 */
package dev.backplane.tck;
