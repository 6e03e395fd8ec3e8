package dev.backplane.runtime.manager;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.spi.Resource;

/** A resource with the instance that found it: the mapping of token and plugin. */
final class ManagedToken implements Token {
  private final DeviceOpener opener;
  private final PluginInstance instance;
  private final Resource resource;
  private final String id;

  ManagedToken(DeviceOpener opener, PluginInstance instance, Resource resource) {
    this.opener = opener;
    this.instance = instance;
    this.resource = resource;
    id = id(instance, resource);
  }

  static String id(PluginInstance instance, Resource resource) {
    return instance.name() + '/' + resource.key();
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public DeviceProperties properties() {
    return resource.properties();
  }

  @Override
  public String plugin() {
    return instance.name();
  }

  @Override
  public Device open(OpenMode mode) {
    return opener.open(instance, resource, mode);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ManagedToken token && opener == token.opener && id.equals(token.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return id + ": " + resource.properties();
  }
}
