package dev.backplane.tck;

import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import java.util.List;

/** A configured and initialised instance of a driver, however it is reached. */
public interface DriverInstance extends AutoCloseable {
  /** The name under which the kit configures a driver. */
  String NAME = "tck";

  /**
   * Lists resources.
   *
   * @param filters alternatives; none at all match everything
   * @return the resources
   */
  List<Resource> enumerate(List<Filter> filters);

  /**
   * Opens a resource.
   *
   * @param key that of a resource that was enumerated
   * @param mode alone or with others
   * @return the device; the caller closes it
   */
  DriverDevice open(String key, OpenMode mode);

  /** Finalises the instance. */
  @Override
  void close();
}
