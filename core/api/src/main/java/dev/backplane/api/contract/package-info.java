/**
 * What the interfaces of the API say of themselves beyond their types. The forms that stand between
 * an application and a driver are generated from both when Backplane is built; nothing here is
 * looked at when it runs.
 */
package dev.backplane.api.contract;
