import org.jspecify.annotations.NullMarked;

/** Lets the conformance kit reach drivers through the plugin manager. */
@NullMarked
module dev.backplane.tck.managed {
  requires static transitive org.jspecify;
  requires dev.backplane.runtime;
  requires transitive dev.backplane.tck;

  exports dev.backplane.tck.managed;

  provides dev.backplane.tck.ManagedInstances with
      dev.backplane.tck.managed.BackplaneInstances;
}
