package dev.backplane.tck.managed;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.Enumeration;
import dev.backplane.tck.DriverInstance;
import java.util.List;
import java.util.Optional;

/**
 * A driver behind the plugin manager, with the face of one that is not.
 *
 * @param backplane holds this driver alone
 */
record BackplaneInstance(Backplane backplane) implements DriverInstance {
  private static final String PREFIX = NAME + "/";

  @Override
  public List<Resource> enumerate(List<Filter> filters) {
    return tokens(filters).stream()
        .map(token -> new Resource(key(token), token.properties()))
        .toList();
  }

  @Override
  public DriverDevice open(String key, OpenMode mode) {
    for (Token token : tokens(List.of())) {
      if (key(token).equals(key)) {
        return new Opened(token.open(mode));
      }
    }
    throw new BackplaneException(ErrorCode.NO_SUCH_DEVICE, "no token " + PREFIX + key);
  }

  private List<Token> tokens(List<Filter> filters) {
    Enumeration found = backplane.enumerate(filters, Integer.MAX_VALUE);
    if (!found.problems().isEmpty()) {
      throw found.problems().getFirst();
    }
    return found.tokens();
  }

  private static String key(Token token) {
    return token.id().substring(PREFIX.length());
  }

  @Override
  public void close() {
    backplane.close();
  }

  /** A device as the kit sees it: absent facets are not asked for. */
  private record Opened(Device device) implements DriverDevice {
    @Override
    public <F extends Facet> Optional<F> facet(Class<F> type) {
      return device.facets().contains(type) ? Optional.of(device.facet(type)) : Optional.empty();
    }

    @Override
    public <E> Optional<E> extension(Class<E> type) {
      return device.extension(type);
    }

    @Override
    public void close() {
      device.close();
    }
  }
}
