import org.jspecify.annotations.NullMarked;

/**
 * Backplane whole: a program that requires this module has the API, the runtime, the software cards
 * and every driver. It has no packages of its own.
 */
@NullMarked
module dev.backplane {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.runtime;
  requires dev.backplane.capi.card;
  requires dev.backplane.nulldriver;
  requires dev.backplane.opae.card;
  requires dev.backplane.opae.driver;
  requires dev.backplane.pi.driver;
  requires dev.backplane.pi.opencl;
  requires dev.backplane.xrt.card;
  requires dev.backplane.xrt.driver;
}
