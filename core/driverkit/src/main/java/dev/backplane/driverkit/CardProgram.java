package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.RunAbility;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** A loaded image as one holder of a card sees it. Closing it leaves the image in the card. */
public final class CardProgram implements Program {
  private final UUID uuid;
  private final String image;
  private final Set<RunAbility> abilities;
  private final Consumer<String> loaded;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();
  private volatile boolean closed;

  /**
   * A program without kernels yet.
   *
   * @param uuid the identity of the image
   * @param image its name
   * @param abilities what the card can do with runs
   * @param loaded fails for an operation if the image is not loaded any more
   */
  public CardProgram(UUID uuid, String image, Set<RunAbility> abilities, Consumer<String> loaded) {
    this.uuid = uuid;
    this.image = image;
    this.abilities = abilities;
    this.loaded = loaded;
  }

  /** Adds a kernel, before anybody has the program. */
  public void add(Kernel kernel) {
    kernels.put(kernel.name(), kernel);
  }

  /**
   * Fails if the program was closed, or its image is not loaded any more.
   *
   * @param operation what needs it, for messages
   */
  public void check(String operation) {
    loaded.accept(operation);
    if (closed) {
      throw BackplaneException.because(ErrorCode.CLOSED, "its program was closed")
          .on(operation)
          .remedy("Load the image again, which stayed in the card")
          .build();
    }
  }

  /** {@return whether the holder closed it} */
  boolean isClosed() {
    return closed;
  }

  @Override
  public UUID uuid() {
    return uuid;
  }

  @Override
  public Set<RunAbility> abilities() {
    return abilities;
  }

  @Override
  public List<String> kernels() {
    return List.copyOf(kernels.keySet());
  }

  @Override
  public Kernel kernel(String name) {
    check("kernel " + name);
    Kernel kernel = kernels.get(name);
    if (kernel == null) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_KERNEL, "no kernel '" + name + "'; there are " + kernels())
          .on("image " + image)
          .build();
    }
    return kernel;
  }

  @Override
  public void close() {
    closed = true;
  }
}
