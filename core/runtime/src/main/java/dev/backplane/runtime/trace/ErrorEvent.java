package dev.backplane.runtime.trace;

import dev.backplane.api.ErrorCode;
import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** An error that the program is told. Its stack trace says which call it was. */
@Name("dev.backplane.Error")
@Label("Error")
@Category("Backplane")
@Description("An error that a device or its plugin was the subject of")
public final class ErrorEvent extends Event {
  @Label("Device")
  @Nullable String device;

  @Label("Plugin")
  @Nullable String plugin;

  @Label("Code")
  @Nullable String code;

  @Label("Category")
  @Nullable String category;

  /** An event, to be told. */
  public ErrorEvent() {}

  /**
   * Records it if somebody wants it.
   *
   * @param on the device
   * @param instance the plugin instance
   * @param what the kind of error
   */
  public void told(String on, String instance, ErrorCode what) {
    if (shouldCommit()) {
      device = on;
      plugin = instance;
      code = what.name();
      category = what.category().name().toLowerCase(Locale.ROOT);
      commit();
    }
  }
}
