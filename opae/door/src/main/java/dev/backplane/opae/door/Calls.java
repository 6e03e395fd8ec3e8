package dev.backplane.opae.door;

import dev.backplane.ffi.RawMemory;

/** Gives each call of a C program to what serves it. */
final class Calls {
  private final Bridge bridge;
  private final ResourceCalls resources;
  private final AccessCalls access;
  private final ObjectCalls objects;
  private final ManagementCalls management;

  Calls(Bridge bridge, OpaeLibrary library) {
    this.bridge = bridge;
    resources = new ResourceCalls(library);
    access = new AccessCalls(library);
    objects = new ObjectCalls(library);
    management = new ManagementCalls(library);
  }

  Bridge bridge() {
    return bridge;
  }

  /** Does a call; {@code at} is where its arguments lie. */
  int call(LibraryFunction operation, long at) {
    long a = RawMemory.getLong(at);
    return switch (operation) {
      case CONNECT -> 0;
      case INITIALIZE -> resources.initialize(a);
      case RETIRE_ALL -> resources.retireAll();
      case FINALIZE -> resources.finish();
      case END -> resources.end(a != 0);
      case ENUMERATE -> resources.enumerate(a, i(at, 1), l(at, 2), i(at, 3), l(at, 4));
      case CLONE_TOKEN -> resources.cloneToken(a, l(at, 1));
      case RETAIN_TOKEN -> resources.retainToken(a);
      case DESTROY_TOKEN -> resources.destroyToken(a);
      case OPEN -> resources.open(a, l(at, 1), i(at, 2));
      case RETIRE -> resources.retire(a, l(at, 1));
      case CLOSE -> resources.close(a);
      case RESET -> resources.reset(a);
      case GET_CHILDREN -> resources.children(a, i(at, 1), l(at, 2), l(at, 3));
      case GET_PROPERTIES -> resources.properties(a, l(at, 1), l(at, 2));
      case GET_PROPERTIES_FROM_HANDLE -> resources.propertiesOfHandle(a, l(at, 1), l(at, 2));
      case UPDATE_PROPERTIES -> resources.update(a, l(at, 1));
      case WRITE_MMIO_64 -> access.write64(a, i(at, 1), l(at, 2), l(at, 3), l(at, 4));
      case READ_MMIO_64 -> access.read64(a, i(at, 1), l(at, 2), l(at, 3), l(at, 4));
      case WRITE_MMIO_32 -> access.write32(a, i(at, 1), l(at, 2), i(at, 3), l(at, 4));
      case READ_MMIO_32 -> access.read32(a, i(at, 1), l(at, 2), l(at, 3), l(at, 4));
      case WRITE_MMIO_512 -> access.write512(a, i(at, 1), l(at, 2), l(at, 3));
      case MAP_MMIO -> access.map(a, i(at, 1), l(at, 2));
      case UNMAP_MMIO -> access.unmap(a, i(at, 1));
      case PREPARE_BUFFER -> access.prepare(a, l(at, 1), l(at, 2), l(at, 3), i(at, 4));
      case RELEASE_BUFFER -> access.release(a, l(at, 1));
      case GET_IO_ADDRESS -> access.ioAddress(a, l(at, 1), l(at, 2));
      case BIND_SVA -> access.bindSva(a, l(at, 1));
      case CREATE_EVENT_HANDLE -> access.createEvent(a);
      case DESTROY_EVENT_HANDLE -> access.destroyEvent(a);
      case GET_OS_OBJECT -> access.osObject(a, l(at, 1));
      case REGISTER_EVENT -> access.register(a, i(at, 1), l(at, 2), i(at, 3));
      case UNREGISTER_EVENT -> access.unregister(a, i(at, 1), l(at, 2));
      case TOKEN_GET_OBJECT -> objects.ofToken(a, l(at, 1), l(at, 2), i(at, 3));
      case HANDLE_GET_OBJECT -> objects.ofHandle(a, l(at, 1), l(at, 2), i(at, 3));
      case OBJECT_GET_OBJECT -> objects.ofObject(a, l(at, 1), l(at, 2), i(at, 3));
      case OBJECT_GET_OBJECT_AT -> objects.at(a, l(at, 1), l(at, 2));
      case DESTROY_OBJECT -> objects.destroy(a);
      case OBJECT_READ -> objects.read(a, l(at, 1), l(at, 2), l(at, 3), i(at, 4));
      case OBJECT_READ_64 -> objects.read64(a, l(at, 1), i(at, 2));
      case OBJECT_GET_SIZE -> objects.size(a, l(at, 1), i(at, 2));
      case OBJECT_GET_TYPE -> objects.type(a, l(at, 1));
      case OBJECT_WRITE_64 -> objects.write64(a, l(at, 1), i(at, 2));
      case READ_ERROR -> management.readError(a, i(at, 1), l(at, 2));
      case CLEAR_ERROR -> management.clearError(a, i(at, 1));
      case CLEAR_ALL_ERRORS -> management.clearErrors(a);
      case GET_ERROR_INFO -> management.errorInfo(a, i(at, 1), l(at, 2));
      case ASSIGN_PORT -> management.assignPort(a, i(at, 1), i(at, 2), i(at, 3));
      case ASSIGN_TO_INTERFACE -> management.assign(a, l(at, 1), i(at, 2), i(at, 3));
      case RELEASE_FROM_INTERFACE -> management.release(a, l(at, 1));
      case RECONFIGURE_SLOT -> management.reconfigure(a, i(at, 1), l(at, 2), l(at, 3), i(at, 4));
      case SET_USER_CLOCK -> management.setClock(a, l(at, 1), l(at, 2), i(at, 3));
      case GET_USER_CLOCK -> management.clock(a, l(at, 1), l(at, 2), i(at, 3));
      case GET_NUM_METRICS -> management.metricCount(a, l(at, 1));
      case GET_METRICS_INFO -> management.metrics(a, l(at, 1), l(at, 2));
      case GET_METRICS_BY_INDEX -> management.metricsByIndex(a, l(at, 1), l(at, 2), l(at, 3));
      case GET_METRICS_BY_NAME -> management.metricsByName(a, l(at, 1), l(at, 2), l(at, 3));
      case GET_METRICS_THRESHOLDS -> management.thresholds(a, l(at, 1), l(at, 2));
      case REGISTER_PLUGIN -> throw resources.cannotRegister(a);
    };
  }

  private static long l(long at, int index) {
    return RawMemory.getLong(at + 8L * index);
  }

  private static int i(long at, int index) {
    return RawMemory.getInt(at + 8L * index);
  }
}
