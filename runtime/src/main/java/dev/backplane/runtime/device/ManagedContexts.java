package dev.backplane.runtime.device;

import dev.backplane.api.Contexts;
import dev.backplane.api.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Contexts that are closed once; a device that closes takes the open ones with it. */
final class ManagedContexts implements Contexts {
  private final Contexts target;
  private final Origin origin;

  ManagedContexts(Contexts target, Origin origin) {
    this.target = target;
    this.origin = origin;
  }

  @Override
  public List<Unit> units() {
    return List.copyOf(origin.ask("units", target::units));
  }

  @Override
  public List<Client> clients() {
    return List.copyOf(origin.ask("clients", target::clients));
  }

  @Override
  public Context open(int unit, Sharing sharing) {
    if (unit < 0) {
      throw origin
          .error(ErrorCode.OUT_OF_RANGE, "there is no compute unit " + unit)
          .during("open context")
          .remedy("Use an index from units(), or openVirtual() to hold the image only")
          .build();
    }
    return managed(() -> target.open(unit, sharing));
  }

  @Override
  public Context openVirtual() {
    return managed(target::openVirtual);
  }

  private Context managed(Supplier<Context> opening) {
    Context opened = origin.ask("open context", opening);
    return new ManagedContext(opened, origin, new Lifetime("context on " + origin.device()));
  }

  private record ManagedContext(Context target, Origin origin, Lifetime own) implements Context {
    @Override
    public Optional<Integer> unit() {
      return origin.ask("unit of context", target::unit);
    }

    @Override
    public Sharing sharing() {
      return origin.ask("sharing of context", target::sharing);
    }

    @Override
    public void close() {
      origin.lifetime().check("close context");
      if (!own.end()) {
        throw own.closed("close context");
      }
      origin.tell("close context", target::close);
    }
  }
}
