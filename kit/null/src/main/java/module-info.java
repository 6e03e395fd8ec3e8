import org.jspecify.annotations.NullMarked;

/** A complete driver that does nothing, made for copying. */
@NullMarked
module dev.backplane.nulldriver {
  requires static transitive org.jspecify;
  requires dev.backplane.api;
  requires dev.backplane.driverkit;

  exports dev.backplane.nulldriver;

  // Puts the module into the graph of an application whose runtime uses drivers.
  provides dev.backplane.api.spi.Driver with
      dev.backplane.nulldriver.NullDriver;
}
